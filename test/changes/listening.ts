import type { Entry } from './follower.js';

/** An open stream, and what came so far. */
export interface Listening {
  response: Response;
  events: Entry[];
  /** The last `id`, of an event or a comment. */
  id(): string;
  ended: Promise<void>;
  close(): void;
}

/** Opens `GET /changes/stream` and reads it as an EventSource does. */
export async function listenTo(url: string, token: string, query = '', headers: Record<string, string> = {}): Promise<Listening> {
  const stop = new AbortController();
  const response = await fetch(`${url}/api/v2/changes/stream${query}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
    signal: stop.signal,
  });
  const events: Entry[] = [];
  let id = '';
  const read = async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
        id = field('id') ?? id;
        if (field('event') === 'change') events.push(JSON.parse(field('data')!));
      }
    }
  };
  const ended = read().catch(() => undefined);
  return { response, events, id: () => id, ended, close: () => stop.abort() };
}
