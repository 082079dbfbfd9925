import { describe, expect, it } from 'vitest';
import { Keyring } from '#platform/secrets';
import type { Decider } from './decider.js';
import { hasPersonal, PersonalData } from './personal-data.js';
import type { Projection } from './projection.js';
import { defineStream } from './stream.js';

type Noted = { type: 'Noted'; data: { place: string; note: string | null } };

const decider: Decider<null, never, Noted> = { initialState: null, evolve: () => null, decide: () => [] };
const projection: Projection<Noted> = { name: 'notes', rebuilds: ['notes'], when: { Noted: () => [] } };
const notes = defineStream('note', decider, { public: ['place'], shape: '1', projection });
const personal = new PersonalData(new Keyring(Buffer.alloc(32, 7)));
const subject = notes.of(1, 2);
const data = { place: 'Lobby', note: 'Ask for Jane Quillfeather' };

describe('what an event carries', () => {
  it('is encrypted unless its stream declares it public, undeclared fields too', () => {
    const sealed = personal.seal(notes, { ...data, forgotten: 'Quillfeather' }, subject, personal.newKey(subject));
    expect(sealed.place).toBe('Lobby');
    expect(JSON.stringify(sealed)).not.toContain('Quillfeather');
  });

  it('is read again with the key, and reads null without it', () => {
    const key = personal.newKey(subject);
    const sealed = personal.seal(notes, data, subject, key);
    expect(personal.open(notes, sealed, subject, personal.openKey(subject, key.sealed))).toEqual(data);
    expect(personal.open(notes, sealed, subject, null)).toEqual({ place: 'Lobby', note: null });
  });

  it('is not sealed for another subject’s key to open', () => {
    const key = personal.newKey(subject);
    expect(() => personal.openKey(notes.of(1, 3), key.sealed)).toThrow();
  });

  it('is never dropped silently: without a key encryption fails', () => {
    expect(() => personal.seal(notes, data, subject, null)).toThrow('"note" of 1/note/2 is personal');
    expect(personal.seal(notes, { place: 'Lobby', note: null }, subject, null)).toEqual({ place: 'Lobby', note: null });
  });

  it('needs a key only where something personal is known', () => {
    expect(hasPersonal(notes, data)).toBe(true);
    expect(hasPersonal(notes, { place: 'Lobby', note: null })).toBe(false);
  });
});
