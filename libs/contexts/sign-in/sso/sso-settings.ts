/** The one identity provider (decisions.md, section 5), or null. */
export class SsoSettings {
  constructor(
    readonly provider: {
      /** The provider's name for itself, to the letter; its discovery document is found below it. */
      issuer: string;
      clientID: string;
      clientSecret: string;
    } | null,
    /** Public URL of this service, as browsers use it. */
    readonly publicUrl: string,
  ) {}
}
