import { Injectable } from '@nestjs/common';
import { OnRecord, OnRecordWith, RecordExecutor } from '#contexts/records';
import { EventStore } from '#platform/event-store';
import { Images } from '#platform/images';
import { Clock } from '#platform/kernel';
import type { RequestCommand } from '../domain/request.decider.js';
import type { RequestEvent } from '../domain/request.events.js';
import type { RequestState } from '../domain/request.state.js';
import { RequestQueries, type RequestRow } from '../read-model/request.queries.js';
import { REQUESTS } from '../request.stream.js';

/** A command on a Request that was made. */
export class OnRequest extends OnRecord<RequestRow> {}

/** One that says more than which Request. */
export class OnRequestWith<Given> extends OnRecordWith<RequestRow, Given> {}

/** Executes commands on existing Requests (decisions.md, sections 6 and 9). */
@Injectable()
export class RequestExecutor extends RecordExecutor<RequestState, RequestCommand, RequestEvent, RequestRow> {
  constructor(requests: RequestQueries, store: EventStore, images: Images, clock: Clock) {
    super(REQUESTS, requests, store, images, clock);
  }
}
