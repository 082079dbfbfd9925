import { ApiProperty } from '@nestjs/swagger';
import { REQUEST_STATUSES, type RequestStatus } from '../domain/request.state.js';
import { nextActs, WAYS } from '../domain/request.transitions.js';

class RequestCall {
  @ApiProperty({ type: String, enum: ['PUT', 'DELETE'], example: 'PUT', description: 'HTTP method' }) method!: 'PUT' | 'DELETE';
  @ApiProperty({ type: String, example: '/api/v2/requests/12/status', description: 'Path of the call' }) path!: string;
  @ApiProperty({
    type: Object,
    nullable: true,
    description: 'Required content of the request body; null if the call has none',
    example: { status: 'not-found' },
  })
  body!: object | null;
}

/** A status that the Request can change to, and the call that makes the change. */
export class RequestTransitionRecord {
  @ApiProperty({ type: String, enum: REQUEST_STATUSES, example: 'not-found', description: 'The next status' })
  status!: RequestStatus;
  @ApiProperty({ type: RequestCall, description: 'The API call that makes the change' }) call!: RequestCall;
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
    return { status: WAYS[act].to, call: { method, path: `/api/v2/requests/${requestID}${path}`, body } };
  });
}
