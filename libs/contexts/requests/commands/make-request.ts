import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LanguageQueries, type LanguageRow } from '#contexts/languages';
import { LocationQueries, type LocationRow, locationIsActive } from '#contexts/locations';
import { ExternalIDTaken, takingExternalID } from '#contexts/records';
import { Database } from '#platform/database';
import { EventStore, onFreshFacts } from '#platform/event-store';
import { type Caller, Clock, NotFound, UnknownReferences } from '#platform/kernel';
import { type NewRequest, requestDecider } from '../domain/request.decider.js';
import { RequestQueries, type RequestRow } from '../read-model/request.queries.js';
import { REQUESTS, requestStream } from '../request.stream.js';
import { RequestNumbers } from './request-numbers.js';
import type { KeptPhoto } from './request-photos.js';

/** Creates a Customer Request at a Location (decisions.md, section 9). */
export class MakeRequest extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly locationID: string,
    readonly request: NewRequest,
    readonly languageID: number | null,
    /** The guest's photo, which becomes its `imageUrl`. */
    readonly photo: KeptPhoto | null = null,
  ) {
    super();
  }
}

@CommandHandler(MakeRequest)
export class MakeRequestHandler implements ICommandHandler<MakeRequest> {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly locations: LocationQueries,
    private readonly languages: LanguageQueries,
    private readonly numbers: RequestNumbers,
    private readonly requests: RequestQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound for a Location the caller has no access to; UnknownReferences for a Language; DomainError of the decider */
  execute(command: MakeRequest): Promise<RequestRow> {
    return takingExternalID(REQUESTS, () => onFreshFacts(() => this.make(command)));
  }

  private async make({ caller, locationID, request, languageID, photo }: MakeRequest): Promise<RequestRow> {
    const { id: groupID } = caller.group;
    const [[location], [language]] = await this.database.lookUp<[LocationRow, LanguageRow]>(
      groupID,
      this.locations.reading(caller, locationID),
      this.languages.resolving(caller, locationID, { languageID }),
    );
    if (!location) throw new NotFound('The Location');
    if (!language && languageID !== null) throw new UnknownReferences(['languageID']);
    const at = this.clock.now();
    const command = (requestNumber: number) =>
      ({
        type: 'MakeRequest',
        request: photo ? { ...request, imageUrl: photo.imageUrl } : request,
        requestNumber,
        location: { locationID, active: location.active, daysBeforeRequestExpires: location.days_before_request_expires },
        languageID: language?.id ?? null,
        at: at.toISOString(),
      }) as const;
    // A refused command must not use up a number: they count from 1 within the Location (decisions.md, section 3).
    requestDecider.decide(command(0), requestDecider.initialState);
    if (request.externalID && (await this.requests.hasKey(groupID, request.externalID))) throw new ExternalIDTaken('Request');
    const [drawn, requestNumber] = await Promise.all([
      photo ? { number: photo.requestID } : this.database.queryOne(requestStream.draw(groupID)),
      this.numbers.next(groupID, location.id),
    ]);
    const execution = { cause: caller, at, isNew: true, facts: [locationIsActive(groupID, location.id)] };
    const of = requestStream.of(groupID, drawn!.number);
    return (await this.store.execute(of, command(requestNumber), execution)).row!;
  }
}
