export { AccountLinks } from './account-links.js';
export { AFTERWARDS, type GuestLink, GuestLinks, type GuestSubject } from './guest-links.js';
