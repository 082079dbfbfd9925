export { type GuestLink, GuestLinks, type GuestSubject } from './guest-links.js';
