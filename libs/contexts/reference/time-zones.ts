/**
 * The zones of the tz database with the codes of the countries and states that they are the default of: `zone.tab` of release 2025b, for
 * a country with several that of its capital, for a state with two that of its largest city (decisions.md, section 15, Zones). `CM` is
 * Cameroon; `LN`, `XM` and `IC` are the specification's own codes.
 */
const DEFAULTS = `Africa/Abidjan CI, Africa/Accra GH, Africa/Addis_Ababa ET, Africa/Algiers DZ, Africa/Asmara ER, Africa/Bamako ML,
Africa/Bangui CF, Africa/Banjul GM, Africa/Bissau GW, Africa/Blantyre MW, Africa/Brazzaville CG, Africa/Bujumbura BI, Africa/Cairo EG,
Africa/Casablanca MA, Africa/Conakry GN, Africa/Dakar SN, Africa/Dar_es_Salaam TZ, Africa/Djibouti DJ, Africa/Douala CM,
Africa/Freetown SL, Africa/Gaborone BW, Africa/Harare ZW, Africa/Johannesburg ZA, Africa/Kampala UG, Africa/Khartoum SD,
Africa/Kigali RW, Africa/Lagos NG, Africa/Libreville GA, Africa/Lome TG, Africa/Luanda AO, Africa/Lusaka ZM, Africa/Malabo GQ,
Africa/Maputo MZ, Africa/Maseru LS, Africa/Mbabane SZ, Africa/Mogadishu SO, Africa/Monrovia LR, Africa/Nairobi KE,
Africa/Ndjamena TD, Africa/Niamey NE, Africa/Nouakchott MR, Africa/Ouagadougou BF, Africa/Porto-Novo BJ, Africa/Sao_Tome ST,
Africa/Tripoli LY, Africa/Tunis TN, Africa/Windhoek NA, America/Anchorage US-AK, America/Anguilla AI, America/Antigua AG,
America/Argentina/Buenos_Aires AR, America/Aruba AW, America/Asuncion PY, America/Barbados BB, America/Belize BZ, America/Bogota
CO, America/Boise US-ID, America/Caracas VE, America/Cayenne GF, America/Cayman KY, America/Chicago US-AL US-AR US-IA US-IL
US-KS US-LA US-MN US-MO US-MS US-ND US-NE US-OK US-SD US-TN US-TX US-WI, America/Costa_Rica CR, America/Denver US-CO US-MT US-NM
US-UT US-WY, America/Detroit US-MI, America/Edmonton CA-AB CA-NT, America/El_Salvador SV, America/Grand_Turk TC, America/Grenada
GD, America/Guadeloupe GP, America/Guatemala GT, America/Guayaquil EC, America/Guyana GY, America/Halifax CA-NS CA-PE,
America/Havana CU, America/Indiana/Indianapolis US-IN, America/Iqaluit CA-NU, America/Jamaica JM, America/Kentucky/Louisville
US-KY, America/La_Paz BO, America/Lima PE, America/Los_Angeles US-CA US-NV US-OR US-WA, America/Managua NI, America/Marigot XM,
America/Martinique MQ, America/Mexico_City MX, America/Moncton CA-NB, America/Montevideo UY, America/Montserrat MS,
America/Nassau BS, America/New_York US US-CT US-DC US-DE US-FL US-GA US-MA US-MD US-ME US-NC US-NH US-NJ US-NY US-OH US-PA US-RI
US-SC US-VA US-VT US-WV, America/Nuuk GL, America/Panama PA, America/Paramaribo SR, America/Phoenix US-AZ,
America/Port-au-Prince HT, America/Port_of_Spain TT, America/Puerto_Rico PR US-PR, America/Regina CA-SK, America/Santiago CL,
America/Santo_Domingo DO, America/Sao_Paulo BR, America/St_Johns CA-NL, America/St_Kitts KN, America/St_Lucia LC,
America/St_Thomas VI US-VI, America/St_Vincent VC, America/Tegucigalpa HN, America/Toronto CA CA-ON CA-QC, America/Vancouver
CA-BC, America/Whitehorse CA-YT, America/Winnipeg CA-MB, Asia/Aden YE, Asia/Almaty KZ, Asia/Amman JO, Asia/Baghdad IQ,
Asia/Bahrain BH, Asia/Baku AZ, Asia/Bangkok TH, Asia/Beirut LB, Asia/Bishkek KG, Asia/Brunei BN, Asia/Colombo LN, Asia/Damascus
SY, Asia/Dhaka BD, Asia/Dili TL, Asia/Dubai AE, Asia/Dushanbe TJ, Asia/Ho_Chi_Minh VN, Asia/Hong_Kong HK, Asia/Jakarta ID,
Asia/Jerusalem IL, Asia/Kabul AF, Asia/Karachi PK, Asia/Kathmandu NP, Asia/Kolkata IN, Asia/Kuala_Lumpur MY, Asia/Kuwait KW,
Asia/Macau MO, Asia/Manila PH, Asia/Muscat OM, Asia/Nicosia CY, Asia/Phnom_Penh KH, Asia/Pyongyang KP, Asia/Qatar QA,
Asia/Riyadh SA, Asia/Seoul KR, Asia/Shanghai CN, Asia/Singapore SG, Asia/Taipei TW, Asia/Tashkent UZ, Asia/Tbilisi GE,
Asia/Tehran IR, Asia/Thimphu BT, Asia/Tokyo JP, Asia/Ulaanbaatar MN, Asia/Vientiane LA, Asia/Yangon MM, Asia/Yerevan AM,
Atlantic/Bermuda BM, Atlantic/Canary IC, Atlantic/Cape_Verde CV, Atlantic/Faroe FO, Atlantic/Reykjavik IS, Atlantic/St_Helena
SH, Atlantic/Stanley FK, Australia/Adelaide AU-SA, Australia/Brisbane AU-QLD, Australia/Darwin AU-NT, Australia/Hobart AU-TAS,
Australia/Melbourne AU-VIC, Australia/Perth AU-WA, Australia/Sydney AU AU-ACT AU-NSW, Europe/Amsterdam NL, Europe/Andorra AD,
Europe/Athens GR, Europe/Belgrade RS, Europe/Berlin DE, Europe/Bratislava SK, Europe/Brussels BE, Europe/Bucharest RO,
Europe/Budapest HU, Europe/Chisinau MD, Europe/Copenhagen DK, Europe/Dublin IE, Europe/Gibraltar GI, Europe/Guernsey GG,
Europe/Helsinki FI, Europe/Istanbul TR, Europe/Kyiv UA, Europe/Lisbon PT, Europe/Ljubljana SI, Europe/London GB,
Europe/Luxembourg LU, Europe/Madrid ES, Europe/Malta MT, Europe/Minsk BY, Europe/Monaco MC, Europe/Moscow RU, Europe/Oslo NO,
Europe/Paris FR, Europe/Podgorica ME, Europe/Prague CZ, Europe/Riga LV, Europe/Rome IT, Europe/San_Marino SM, Europe/Sarajevo
BA, Europe/Skopje MK, Europe/Sofia BG, Europe/Stockholm SE, Europe/Tallinn EE, Europe/Tirane AL, Europe/Vaduz LI, Europe/Vienna
AT, Europe/Vilnius LT, Europe/Warsaw PL, Europe/Zagreb HR, Europe/Zurich CH, Indian/Antananarivo MG, Indian/Comoro KM,
Indian/Mahe SC, Indian/Maldives MV, Indian/Mauritius MU, Indian/Mayotte YT, Indian/Reunion RE, Pacific/Apia WS, Pacific/Auckland
NZ, Pacific/Efate VU, Pacific/Fiji FJ, Pacific/Funafuti TV, Pacific/Guadalcanal SB, Pacific/Guam GU US-GU, Pacific/Honolulu
US-HI, Pacific/Majuro MH, Pacific/Nauru NR, Pacific/Niue NU, Pacific/Noumea NC, Pacific/Pago_Pago AS US-AS, Pacific/Palau PW,
Pacific/Pohnpei FM, Pacific/Port_Moresby PG, Pacific/Rarotonga CK, Pacific/Saipan US-MP, Pacific/Tarawa KI, Pacific/Tongatapu
TO, Pacific/Wake US-UM`;

const ZONES: ReadonlyMap<string, string> = new Map(
  DEFAULTS.split(/,\s/).flatMap((entry) => {
    const [zone = '', ...codes] = entry.split(/\s/);
    return codes.map((code): [string, string] => [code, zone]);
  }),
);

/** The default zone of each country, `NL`, and of the states of those that have some, `US-CA`. */
export const DEFAULT_ZONES: Readonly<Record<string, string>> = Object.fromEntries(ZONES);

/** The zone where a place is that states none. @param countryID of the countries list */
export function defaultZone({ countryID, state }: { countryID: string; state: string | null }): string {
  return ZONES.get(`${countryID}-${state}`) ?? ZONES.get(countryID)!;
}

/** Names that ICU keeps from before the tz database renamed them, which CLDR never does: its file `timezone.xml` lists both. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
  UTC: 'Etc/UTC',
};

/** The names of three letters in the tz database; ICU knows others, which are of Java. */
const SHORT: readonly string[] = ['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET'];

/** ICU takes GMT for UTC; the tz database keeps both. */
const GREENWICH = /^(etc\/)?(gmt([+-]?0)?|greenwich)$/i;

/**
 * The canonical form of a name or alias of the tz database in any case, which is that of the tz database (`Asia/Kolkata`); null for any
 * other text, such as an offset.
 */
export function canonicalZone(name: string): string | null {
  if (!/^[a-z]/i.test(name) || /^SystemV\//i.test(name) || (name.length === 3 && !SHORT.includes(name.toUpperCase())))
    return null;
  if (GREENWICH.test(name)) return 'Etc/GMT';
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return RENAMED[timeZone] ?? timeZone;
  } catch {
    return null;
  }
}
