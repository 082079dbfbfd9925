export { ActorCallers } from './actor-callers.js';
export { ActorNames } from './actor-names.js';
export { ApiTokenEnd } from './http/tokens.record.js';
export { signInContext } from './sign-in.context.js';
export { discoverProvider } from './sso/identity-provider.js';
export { SsoSettings } from './sso/sso-settings.js';
export { ApiTokens, tokenPrefixes } from './tokens/api-tokens.js';
