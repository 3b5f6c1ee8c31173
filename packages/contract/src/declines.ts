/** Why a payment was declined, for a payer: CloudPayments' codes in groups that ask for different things to do. */

export const DECLINES = [
  "insufficient-funds",
  "limit",
  "authentication-failed",
  "expired-card",
  "wrong-details",
  "card-not-supported",
  "card-blocked",
  "fraud-suspicion",
  "bank-refused",
  "bank-unavailable",
  "cancelled",
  "other",
] as const;
export type Decline = (typeof DECLINES)[number];

/** docs/venues/cloudpayments.md, Reason codes. */
const CODES: Readonly<Record<Exclude<Decline, "other">, readonly number[]>> = {
  "insufficient-funds": [5051],
  limit: [5061, 5065, 5300, 5303],
  "authentication-failed": [5206, 5207],
  "expired-card": [5033, 5054],
  "wrong-details": [5006, 5014, 5015, 5055, 5082],
  "card-not-supported": [5012, 5031, 5036, 5058, 5062, 5113],
  "card-blocked": [5004, 5007, 5041, 5043, 5063],
  "fraud-suspicion": [5034, 5059],
  "bank-refused": [5001, 5003, 5005, 5019, 5057],
  "bank-unavailable": [5030, 5091, 5092, 5096],
  cancelled: [5017],
};
const BY_CODE = new Map(
  Object.entries(CODES).flatMap(([decline, codes]) =>
    codes.map((code): [number, Decline] => [code, decline as Decline]),
  ),
);

/** Returns the group of a reason code; `other` for one that says nothing to a payer. */
export const declineOf = (reasonCode: number): Decline => BY_CODE.get(reasonCode) ?? "other";

/** Declines after which the same card can't pay. */
const NEEDS_ANOTHER_CARD: ReadonlySet<Decline> = new Set(["card-not-supported", "card-blocked"]);

/** Returns whether it makes sense to try the same card again. */
export const maySameCardPay = (decline: Decline): boolean => !NEEDS_ANOTHER_CARD.has(decline);
