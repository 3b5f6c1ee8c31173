/**
 * CloudPayments' test cards, with any expiry date in the future and any CVV: docs/venues/cloudpayments.md, Test cards.
 */

export interface TestCard {
  readonly number: string;
  /** Whether its bank asks the payer to confirm. */
  readonly isThreeDs: boolean;
  readonly hasFunds: boolean;
}

const card = (number: string, isThreeDs: boolean, hasFunds: boolean): TestCard => ({ number, isThreeDs, hasFunds });

export const TEST_CARDS: readonly TestCard[] = [
  card("4242424242424242", true, true),
  card("5555555555554444", true, true),
  card("2200000000000004", true, true),
  card("4012888888881881", true, false),
  card("5105105105105100", true, false),
  card("2202202202202200", true, false),
  card("4000000000003055", false, true),
  card("2202000000003055", false, true),
  // A later charge with its token fails; we keep no tokens.
  card("4111111111111111", false, true),
  card("4000056655665556", false, false),
];

/** Returns the card with that number, ignoring spaces. */
export function findCard(number: string): TestCard | undefined {
  const digits = number.replaceAll(/\s/g, "");
  return TEST_CARDS.find((known) => known.number === digits);
}

/** Returns CloudPayments' name for the card's type. */
export function cardTypeOf(number: string): string {
  if (number.startsWith("2")) return "MIR";
  return number.startsWith("4") ? "Visa" : "MasterCard";
}
