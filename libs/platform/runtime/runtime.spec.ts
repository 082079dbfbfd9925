import { expect, it } from 'vitest';
import { tooOld } from './index.js';

it('an older Node is told apart, and the needed one named', () => {
  for (const version of ['18.20.8', '20.20.2', '22.18.0']) expect(tooOld(version), version).toContain('Node 22.19 or later');
  for (const version of ['22.19.0', '22.20.1', '24.0.0', process.versions.node]) expect(tooOld(version), version).toBeNull();
});
