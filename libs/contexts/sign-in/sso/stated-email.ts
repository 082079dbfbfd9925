/** The email that a provider names, and what it says of it: null where it says nothing. */
export interface StatedEmail {
  email: string;
  isVerified: boolean | null;
}

/** The claims of an ID token or of userinfo that are looked at. `preferred_username` and `upn` are names, not addresses. */
export type EmailClaims = Readonly<Record<string, unknown>>;

/** Whether the claims say all that there is to say, so that userinfo need not be asked. */
export function isStated(claims: EmailClaims): boolean {
  return emailOf(claims) !== null && verdictOf(claims) !== null;
}

/**
 * The email that the ID token and userinfo name together. The address of userinfo counts of two, as the provider speaks of it then; an
 * email that either calls false is false.
 */
export function statedEmail(token: EmailClaims, userInfo: EmailClaims): StatedEmail | null {
  const email = emailOf(userInfo) ?? emailOf(token);
  if (email === null) return null;
  const verdicts = [verdictOf(token), verdictOf(userInfo)];
  return { email, isVerified: verdicts.includes(false) ? false : verdicts.includes(true) ? true : null };
}

/** The one address of a text, or of a list as directories with many values keep it. */
function emailOf({ email }: EmailClaims): string | null {
  const [one, ...others] = Array.isArray(email) ? email : [email];
  const text = typeof one === 'string' && others.length === 0 ? one.trim() : '';
  return text.includes('@') ? text : null;
}

/** Some providers send texts. Anything that is not a kind of true is false. */
function verdictOf({ email_verified: verified }: EmailClaims): boolean | null {
  if (verified === undefined || verified === null) return null;
  return verified === true || (typeof verified === 'string' && verified.toLowerCase() === 'true');
}
