/** An email address of which staff see enough to tell it from another. */
export function maskedEmail(email: string): string {
  return `${[...email][0]}***${email.slice(email.lastIndexOf('@'))}`;
}

/** A telephone number of which staff see enough to tell it from another. */
export function maskedPhone(phoneNumber: string): string {
  return `***${phoneNumber.replaceAll(' ', '').slice(-3)}`;
}
