export { AccountLinks, type EmailAccountLink, type PasswordAccountLink } from './account-links.js';
export { AFTERWARDS, type GuestLink, GuestLinks, plainToken } from './guest-links.js';
