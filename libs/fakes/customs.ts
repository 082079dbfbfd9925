const EU = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '));

/** Whether a parcel leaves a customs territory, as carriers see it: that of the EU has Monaco, and has not the Canary Islands (`IC`). */
export function needsCustoms(from: string, to: string): boolean {
  return from !== to && !(EU.has(from) && EU.has(to));
}
