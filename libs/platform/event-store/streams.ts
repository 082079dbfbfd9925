import type { AnyStream } from './stream.js';
import type { Subject } from './subject.js';
import { readModelOf, type Subscription } from './subscription.js';

/** Every kind of record of the service, and what is written together with its events. */
export class Streams {
  private readonly byType: ReadonlyMap<string, AnyStream>;
  /** In the order their statements run: read models first. */
  readonly subscriptions: readonly Subscription[];

  /**
   * @param subjects the kinds of record with changes that are published
   * @throws Error when two streams have the same name
   */
  constructor(
    streams: readonly AnyStream[],
    outgoing: readonly Subscription[],
    readonly subjects: readonly Subject[] = [],
  ) {
    this.byType = new Map(streams.map((stream) => [stream.type, stream]));
    if (this.byType.size < streams.length) throw new Error('Two streams have the same name.');
    this.subscriptions = [...streams.map(readModelOf), ...outgoing];
  }

  /** The names of all kinds of record. */
  get types(): readonly string[] {
    return [...this.byType.keys()];
  }

  /** @throws Error for events of a kind of record that this release does not know */
  named(type: string): AnyStream {
    const stream = this.byType.get(type);
    if (!stream) throw new Error(`There is no stream ${type}.`);
    return stream;
  }
}
