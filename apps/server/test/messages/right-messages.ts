/** A message's fields by their names. Those that are undefined aren't written. */
export type Fields = Readonly<Record<string, unknown>>;

/** Messages that their account's venue takes as they are: what the others change. */
export interface RightMessages {
  readonly market: Fields;
  readonly limit: Fields;
}
