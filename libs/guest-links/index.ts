export { AFTERWARDS, GuestLinks, type GuestSubject } from './guest-links.js';
