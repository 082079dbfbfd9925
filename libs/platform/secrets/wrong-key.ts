import { StartError } from '#platform/process';

/** The process was not given the key that the database is sealed with: it must not start. The message says what to do. */
export class WrongKey extends StartError {}
