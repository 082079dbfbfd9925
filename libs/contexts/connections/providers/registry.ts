import type { ProviderName } from '../domain/kinds.js';
import { easypost } from './easypost/easypost.js';
import { mail } from './mail/mail.js';
import { mews } from './mews/mews.js';
import { mollie } from './mollie/mollie.js';
import { opera } from './opera/opera.js';
import type { Provider } from './provider.js';
import { sendcloud } from './sendcloud/sendcloud.js';
import { stripe } from './stripe/stripe.js';

/** Every provider, a folder and a line each. */
export const PROVIDERS = { sendcloud, easypost, stripe, mollie, mews, opera, mail } satisfies Record<ProviderName, Provider>;
