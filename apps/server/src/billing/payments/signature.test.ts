import { expect, test } from "vitest";
import { isSignedBy } from "./notifications.ts";

/** docs/venues/cloudpayments.md, Signature. */
const SECRET = "test_secret";
const BODY = Buffer.from("TransactionId=1&Amount=10.00&Currency=RUB&Name=A+B&Data=%7B%22a%22%3A1%7D");
const SIGNATURE = "iUG3ChESQuZ7elLZ+zsrXAA0uIWdaEGsJzapU6nxIFQ=";
const DECODED_SIGNATURE = "F47eCStoAHia0bA+R41HkNK096PeeyiocijGfxLgiD4=";

test("only the vendor's signature of the bytes as sent is accepted", () => {
  expect(isSignedBy(SECRET, BODY, SIGNATURE)).toBe(true);
  for (const header of [DECODED_SIGNATURE, "", SIGNATURE.slice(0, -4), `${SIGNATURE}AAAA`, undefined, [SIGNATURE]]) {
    expect(isSignedBy(SECRET, BODY, header)).toBe(false);
  }
  expect(isSignedBy("another_secret", BODY, SIGNATURE)).toBe(false);
  for (let index = 0; index < BODY.length; index += 1) {
    const flipped = Buffer.from(BODY);
    flipped.writeUInt8((flipped.at(index) ?? 0) ^ 1, index);
    expect(isSignedBy(SECRET, flipped, SIGNATURE)).toBe(false);
  }
});
