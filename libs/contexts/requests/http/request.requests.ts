import { CATEGORY_IDS, COLOR_IDS } from '#contexts/reference';
import { Choice, Codes, CursorQuery, DepartureDate, Email, ImageUrl, Integer, OwnerPhone, Part, Text } from '#platform/http';
import { REQUEST_STATUSES, type RequestStatus } from '../domain/request.events.js';

const Q = 'Words that all occur in what was lost, where, or the guest’s data; each may be the beginning of one.';

/** `GET /locations/:locationID/requests` (api-v2.md, Locations; the default limit is of decisions.md, section 8). */
export class LocationRequestsQuery extends CursorQuery(10) {
  @Choice(REQUEST_STATUSES, { beyond: true, description: 'Only those with it', example: 'registered' }) status?: RequestStatus;
  @Text({ beyond: true, description: Q, example: 'white charg' }) q?: string;
}

/** `GET /requests` (decisions.md, section 3). */
export class RequestsQuery extends LocationRequestsQuery {
  @Text({ min: 1, beyond: true, description: 'Only those of this Location', example: 'demo:1' }) locationID?: string;
}

class GuestRequest {
  @Text({ nullable: true, example: 'Anna Schmidt', description: 'Full name' }) name?: string | null;
  @Email({ nullable: true, example: 'anna.schmidt@example.com', description: 'Email address' }) email?: string | null;
  @OwnerPhone({ nullable: true, description: 'With country prefix; spaces allowed', example: '+49 40 123456' }) phoneNumber?:
    | string
    | null;
}

/** `POST /locations/:locationID/requests` (decisions.md, section 9). */
export class NewRequestRequest {
  @Text({ required: true, description: 'What was lost', example: 'White phone charger' }) request!: string;
  @Text({ nullable: true, description: 'Where', example: 'Room 312' }) location?: string | null;
  @DepartureDate({ nullable: true, description: 'The owner’s check-out date' }) departuredDate?: string | null;
  @Part(() => GuestRequest, { description: 'The guest' }) owner?: GuestRequest;
  @Codes(COLOR_IDS, { description: 'Color identifiers', example: ['white'] }) colors?: string[];
  @Codes(CATEGORY_IDS, { description: 'Category identifiers', example: ['electronic_main'] }) categories?: string[];
  @ImageUrl({ nullable: true, description: 'JPG, JPEG, PNG or GIF' }) imageUrl?: string | null;
  @Integer({ min: 1, nullable: true, description: 'For guest communication; else the Location’s default', example: 1 })
  languageID?: number | null;
}

/** `PUT /requests/:requestID/question`. */
export class QuestionRequest {
  @Text({ required: true, example: 'Which brand is it?', description: 'What staff asks the guest' }) question!: string;
}

/** `PUT /requests/:requestID/answer`. */
export class AnswerRequest {
  @Text({ required: true, example: 'Anker', description: 'What the guest answered' }) answer!: string;
}

/** `PUT /requests/:requestID/match`. */
export class MatchRequest {
  @Integer({ required: true, min: 1, description: 'The item that was lost', example: 1 }) itemID!: number;
}

/** `PUT /requests/:requestID/status`. */
export class RequestStatusRequest {
  @Choice(['not-found'], { required: true, example: 'not-found', description: 'The new status' }) status!: 'not-found';
}
