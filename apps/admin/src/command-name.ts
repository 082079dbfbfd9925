/** How this was called, for what is to be typed next: `npm run admin --` works on the embedded database of `npm start` alone. */
export const COMMAND = process.env.npm_lifecycle_event === 'admin' ? 'npm run admin --' : 'lost-and-found';
