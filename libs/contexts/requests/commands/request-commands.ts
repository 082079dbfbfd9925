import { Injectable } from '@nestjs/common';
import { EventStore, type Fact } from '#platform/event-store';
import { type Caller, Clock } from '#platform/kernel';
import type { RequestCommand } from '../domain/request.decider.js';
import { RequestQueries, type RequestRow } from '../read-model/request.queries.js';
import { requestStream } from '../request.stream.js';

/** Carries out what is done to a Request that was made (decisions.md, sections 6 and 9). */
@Injectable()
export class RequestCommands {
  constructor(
    private readonly store: EventStore,
    private readonly requests: RequestQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound out of the caller's reach; DomainError of the decider */
  async execute(
    { caller, requestID }: { caller: Caller; requestID: number },
    command: RequestCommand,
    facts: readonly Fact[] = [],
  ): Promise<RequestRow> {
    const found = await this.requests.one(caller, requestID);
    const of = requestStream.of(caller.group.id, requestID);
    const { row } = await this.store.execute(of, command, { cause: caller, at: this.clock.now(), facts });
    return row ?? found;
  }
}
