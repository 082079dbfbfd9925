/** The texts of pages that speak of something given, each with the names of what it needs. A spec compares them with the catalogues. */
export const GIVEN = {
  'item.photo': ['item'],
  'pickup.event': ['place', 'item'],
  'shipment.from': ['price'],
  'shipment.delivery': ['days'],
  wrongTitle: ['title'],
  pair: ['name', 'value'],
  'answers.collect.text': ['date'],
  'finds.notSent': ['things'],
  'lost.intro': ['location'],
  'account.intro': ['username'],
  'account.verify.intro': ['username', 'email'],
} as const;

type Given = typeof GIVEN;
/** Values for a text's places: numbers choose the plural. */
type Values<Name extends string> = Readonly<Record<Name, string | number>>;

/** Texts as the pages use them: a string, or a function where something must be given. */
export type Texts<Source, At extends string = ''> = {
  readonly [Key in keyof Source & string]: Source[Key] extends string
    ? Given extends Readonly<Record<`${At}${Key}`, readonly (infer Name extends string)[]>>
      ? (values: Values<Name>) => string
      : string
    : Texts<Source[Key], `${At}${Key}.`>;
};
