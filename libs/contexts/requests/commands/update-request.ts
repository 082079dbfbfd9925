import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LanguageQueries } from '#contexts/languages';
import { ExternalIDTaken } from '#contexts/records';
import { UserQueries } from '#contexts/users';
import { Database } from '#platform/database';
import { type Caller, UnknownReferences } from '#platform/kernel';
import type { RequestChanges } from '../domain/request.update.js';
import { RequestQueries, type RequestRow } from '../read-model/request.queries.js';
import { OnRequestWith, RequestExecutor } from './request.executor.js';

/** Changes a Request (decisions.md, section 13, Requests). */
export class UpdateRequest extends OnRequestWith<RequestChanges> {}

@CommandHandler(UpdateRequest)
export class UpdateRequestHandler implements ICommandHandler<UpdateRequest> {
  constructor(
    private readonly database: Database,
    private readonly requests: RequestQueries,
    private readonly languages: LanguageQueries,
    private readonly users: UserQueries,
    private readonly commands: RequestExecutor,
  ) {}

  /** @throws NotFound; UnknownReferences for a Language or a user; ExternalIDTaken; DomainError of the decider, `precondition_failed` */
  async execute(command: UpdateRequest): Promise<RequestRow> {
    const { caller, id } = command;
    const changes = await this.resolved(caller, await this.requests.one(caller, id), command.given);
    return this.commands.execute(command, () => ({ type: 'UpdateRequest', caller, changes }));
  }

  /** With the Location's own Language in the place of null. */
  private async resolved(caller: Caller, request: RequestRow, changes: RequestChanges): Promise<RequestChanges> {
    const { location_id: locationID } = request;
    const { assignedTo, languageID, externalID } = changes;
    const isAssignable = assignedTo == null || (await this.users.reaches(caller, assignedTo, locationID));
    const language =
      languageID === undefined
        ? undefined
        : await this.database.queryOne(this.languages.resolving(caller, locationID, { languageID }));
    const unknown = [...(languageID && !language ? ['languageID'] : []), ...(isAssignable ? [] : ['assignedTo'])];
    if (unknown.length > 0) throw new UnknownReferences(unknown);
    const isNewKey = externalID && externalID !== request.external_id;
    if (isNewKey && (await this.requests.hasKey(caller.group.id, externalID))) throw new ExternalIDTaken('Request');
    return languageID === undefined ? changes : { ...changes, languageID: language?.id ?? null };
  }
}
