import { ApiProperty } from '@nestjs/swagger';
import { REQUEST_STATUSES, type RequestStatus } from '../domain/request.events.js';
import { nextActs, STATUS_AFTER } from '../domain/request.transitions.js';

class RequestCall {
  @ApiProperty({ type: String, enum: ['PUT', 'DELETE'], example: 'PUT', description: 'HTTP method' }) method!: 'PUT' | 'DELETE';
  @ApiProperty({ type: String, example: '/api/v2/requests/12/status', description: 'Path of the call' }) path!: string;
  @ApiProperty({ type: Object, nullable: true, description: 'What the body must hold', example: { status: 'not-found' } })
  body!: object | null;
}

/** A status the Request may take next, and the call that does it. */
export class RequestTransitionRecord {
  @ApiProperty({ type: String, enum: REQUEST_STATUSES, example: 'not-found', description: 'Where it stands' })
  status!: RequestStatus;
  @ApiProperty({ type: RequestCall, description: 'The call that does it' }) call!: RequestCall;
}

const CALLS = {
  ask: { method: 'PUT', path: '/question', body: { question: '…' } },
  answer: { method: 'PUT', path: '/answer', body: { answer: '…' } },
  match: { method: 'PUT', path: '/match', body: { itemID: '…' } },
  unmatch: { method: 'DELETE', path: '/match', body: null },
  close: { method: 'PUT', path: '/status', body: { status: 'not-found' } },
  delete: { method: 'DELETE', path: '', body: null },
} as const;

export function requestTransitions(requestID: number, status: RequestStatus): RequestTransitionRecord[] {
  return nextActs(status).map((act) => {
    const { method, path, body } = CALLS[act];
    return { status: STATUS_AFTER[act], call: { method, path: `/api/v2/requests/${requestID}${path}`, body } };
  });
}
