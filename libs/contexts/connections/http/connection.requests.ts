import { AnyObject, Choice, Flag, Rule, Text, TextList } from '#platform/http';
import { ValidationFailed } from '#platform/kernel';
import { PROVIDER_NAMES, type ProviderName } from '../domain/kinds.js';
import { readSettings } from '../providers/settings.js';

const PROVIDER = { description: 'The system that it leads to', example: 'sendcloud' };
const PLACES = 'The Locations that it is for, at least one; null for all';
const SETTINGS = 'What the provider needs, see the operation';

/** `PUT /connections/:connectionID` (decisions.md, section 14): it replaces all but the provider. */
@Rule<ConnectionRequest>(({ locationIDs }, check) => {
  if (locationIDs?.length === 0) check.refuse('locationIDs', 'too_short', 'Must have at least one.');
})
export class ConnectionRequest {
  @Choice(PROVIDER_NAMES, { ...PROVIDER, description: `${PROVIDER.description}; it never changes` }) provider?: ProviderName;
  @Text({ required: true, description: 'Name, in your words', example: 'Parcels' }) name!: string;
  @Flag({ default: true, description: 'Whether it is used', example: true }) enabled!: boolean;
  @TextList({ nullable: true, default: null, description: PLACES, example: null }) locationIDs!: string[] | null;
  @AnyObject({ default: {}, description: `${SETTINGS}; a secret that is left out keeps its value`, example: {} })
  settings!: Record<string, unknown>;
}

/** `POST /connections`. */
@Rule<NewConnection>(({ provider, settings }, check) => {
  if (provider === undefined || settings === undefined) return;
  try {
    readSettings(provider, settings, null);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    for (const { field, code, message } of error.errors) check.refuse(field, code, message);
  }
})
export class NewConnection extends ConnectionRequest {
  @Choice(PROVIDER_NAMES, { required: true, ...PROVIDER }) declare provider: ProviderName;
  @AnyObject({ default: {}, description: SETTINGS, example: { publicKey: 'f0c5…', secretKey: '9b1e…' } })
  declare settings: Record<string, unknown>;
}
