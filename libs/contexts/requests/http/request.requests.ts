import { CATEGORY_IDS, COLOR_IDS } from '#contexts/reference';
import {
  Choice,
  Choices,
  Codes,
  DepartureDate,
  Email,
  ExternalID,
  ImageUrl,
  InOrder,
  Integer,
  MomentOrDay,
  OrderedQuery,
  OwnerPhone,
  Part,
  Text,
} from '#platform/http';
import type { RequestStatus } from '../domain/request.state.js';
import { LISTED, type RequestFilters } from '../read-model/request.queries.js';

const Q =
  'Full-text search in what was lost, where it was lost, and the guest’s data. Returns Requests that contain every given word, ' +
  'or a word that starts with it.';

/** `GET /locations/:locationID/requests` (api-v2.md, Locations; the default limit is of decisions.md, section 8). */
@InOrder('createdFrom', 'createdTo')
export class LocationRequestsQuery extends OrderedQuery(10) {
  @Choices(LISTED, {
    beyond: true,
    description: 'Requests with one of these statuses, separated by commas or repeated.',
    example: 'registered',
  })
  status?: RequestStatus[];
  @Text({ min: 1, beyond: true, description: 'The Request with this key of yours.', example: 'pms-4711' }) externalID?: string;
  @MomentOrDay('start', { beyond: true, description: 'Requests made at this time or later.' }) createdFrom?: Date;
  @MomentOrDay('end', { beyond: true, description: 'Requests made at this time or earlier.' }) createdTo?: Date;
  @MomentOrDay('start', { beyond: true, description: 'Requests changed at this time or later.' }) updatedSince?: Date;
  @Text({ beyond: true, description: Q, example: 'white charg' }) q?: string;
}

/** `GET /requests` (decisions.md, section 3). */
export class RequestsQuery extends LocationRequestsQuery {
  @Text({ min: 1, beyond: true, description: 'Requests made at this Location.', example: 'demo:1' }) locationID?: string;
}

/** The filters of a query, without the paging parameters. */
export function filtersOf({ limit: _l, page: _p, after: _a, sort: _s, count: _c, ...filters }: RequestsQuery): RequestFilters {
  return filters;
}

export class GuestRequest {
  @Text({ nullable: true, example: 'Anna Schmidt', description: 'Full name' }) name?: string | null;
  @Email({ nullable: true, example: 'anna.schmidt@example.com', description: 'Email address' }) email?: string | null;
  @OwnerPhone({ nullable: true, description: 'Phone number with country prefix; spaces are allowed', example: '+49 40 123456' })
  phoneNumber?: string | null;
}

/** The fields that making and updating share: all optional. */
class RequestFields {
  @ExternalID('Request') externalID?: string | null;
  @Text({ nullable: true, lines: true, description: 'Where it was lost', example: 'Room 312' }) location?: string | null;
  @DepartureDate({ nullable: true, description: 'The owner’s check-out date' }) departuredDate?: string | null;
  @Part(() => GuestRequest, { description: 'The guest who made the Request' }) owner?: GuestRequest;
  @Codes(COLOR_IDS, { description: 'Color identifiers', example: ['white'] }) colors?: string[];
  @Codes(CATEGORY_IDS, { description: 'Category identifiers', example: ['electronic_main'] }) categories?: string[];
  @ImageUrl({ nullable: true, description: 'URL of a JPG, JPEG, PNG or GIF image' }) imageUrl?: string | null;
  @Integer({
    min: 1,
    nullable: true,
    description: 'Language for communication with the guest; the Location’s default if omitted',
    example: 1,
  })
  languageID?: number | null;
}

/** `POST /locations/:locationID/requests` (decisions.md, section 9). */
export class NewRequestRequest extends RequestFields {
  @Text({ required: true, lines: true, description: 'What was lost', example: 'White phone charger' }) request!: string;
}

/** `PUT /requests/:requestID`: omitted fields keep their value. */
export class RequestUpdateRequest extends RequestFields {
  @Text({ min: 1, lines: true, description: 'What was lost', example: 'White phone charger, Anker' }) request?: string;
  @Text({ max: 2_000, nullable: true, description: 'Notes for staff; hidden from the guest', example: 'Called twice' })
  internalNotes?: string | null;
  @Integer({ min: 1, nullable: true, description: 'The user who sees to it; one with access to its Location', example: 3 })
  assignedTo?: number | null;
}

/** `PUT /requests/:requestID/question`. */
export class QuestionRequest {
  @Text({ required: true, lines: true, example: 'Which brand is it?', description: 'Question to the guest' }) question!: string;
}

/** `PUT /requests/:requestID/answer`. */
export class AnswerRequest {
  @Text({ required: true, lines: true, example: 'Anker', description: 'Answer of the guest' }) answer!: string;
}

/** `PUT /requests/:requestID/match`. */
export class MatchRequest {
  @Integer({ required: true, min: 1, description: 'ID of the item that was lost', example: 1 }) itemID!: number;
}

/** `PUT /requests/:requestID/status`. */
export class RequestStatusRequest {
  @Choice(['not-found'], { required: true, example: 'not-found', description: 'The new status' }) status!: 'not-found';
}
