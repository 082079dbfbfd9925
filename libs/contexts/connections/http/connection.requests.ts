import { AnyObject, Choice, Flag, Rule, Text, TextList } from '#platform/http';
import { ValidationFailed } from '#platform/kernel';
import { PROVIDER_NAMES, type ProviderName } from '../domain/kinds.js';
import { readSettings } from '../providers/settings.js';

const PROVIDER = { description: 'The system that it leads to', example: 'sendcloud' };
const PLACES = 'The Locations that it is for, at least one; null for all';
const SETTINGS = 'What the provider needs, see the operation';

/** The fields that both give. */
@Rule<ConnectionFields>(({ locationIDs }, check) => {
  if (locationIDs?.length === 0) check.refuse('locationIDs', 'too_short', 'Must have at least one.');
})
class ConnectionFields {
  @Text({ required: true, description: 'Name, in your words', example: 'Parcels' }) name!: string;
  @Flag({ default: true, description: 'Whether it is used', example: true }) enabled!: boolean;
  @TextList({ nullable: true, default: null, description: PLACES, example: null }) locationIDs!: string[] | null;
}

/** `PUT /connections/:connectionID` (decisions.md, section 14): it replaces all but the provider. */
export class ConnectionRequest extends ConnectionFields {
  @Choice(PROVIDER_NAMES, { ...PROVIDER, description: `${PROVIDER.description}; it never changes` }) provider?: ProviderName;
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
export class NewConnection extends ConnectionFields {
  @Choice(PROVIDER_NAMES, { required: true, ...PROVIDER }) provider!: ProviderName;
  @AnyObject({ required: true, description: SETTINGS, example: { publicKey: 'f0c5d2a9e8b7', secretKey: '9b1e77c4d0a3' } })
  settings!: Record<string, unknown>;
}
