/** A message's fields by name. Undefined ones are left out. */
export type Fields = Readonly<Record<string, unknown>>;

/** Messages that the account's venue accepts as they are; the others are changes to them. */
export interface RightMessages {
  readonly market: Fields;
  readonly limit: Fields;
}
