import { Injectable } from '@nestjs/common';
import { Command } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store';
import { type Caller, Clock, type ExpectedVersions } from '#platform/kernel';
import type { RequestCommand } from '../domain/request.decider.js';
import { RequestQueries, type RequestRow } from '../read-model/request.queries.js';
import { requestStream } from '../request.stream.js';

/** A command on a Request that was made. */
export class OnRequest extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

/** One that says more than which Request. */
export class OnRequestWith<Given> extends OnRequest {
  constructor(
    caller: Caller,
    requestID: number,
    readonly given: Given,
    expectedVersions?: ExpectedVersions,
  ) {
    super(caller, requestID, expectedVersions);
  }
}

/** Executes commands on existing Requests (decisions.md, sections 6 and 9). */
@Injectable()
export class RequestExecutor {
  constructor(
    private readonly store: EventStore,
    private readonly requests: RequestQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the caller has no access to it; DomainError of the decider; PreconditionFailed */
  async execute(
    { caller, requestID, expectedVersions }: OnRequest,
    command: (at: string) => RequestCommand,
  ): Promise<RequestRow> {
    const found = await this.requests.one(caller, requestID);
    const at = this.clock.now();
    const of = requestStream.of(caller.group.id, requestID);
    const { row } = await this.store.execute(of, command(at.toISOString()), { cause: caller, at, expectedVersions });
    return row ?? found;
  }
}
