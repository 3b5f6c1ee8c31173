import { parseOrderMessage, VENUE_MANIFESTS } from "@chartrelay/contract";
import { describe, expect, test } from "vitest";
import { ACCOUNT_PLACE, cancelMessage, fixedMessage, strategyMessage } from "./messages.ts";

const read = (message: string) => parseOrderMessage(new TextEncoder().encode(message), undefined, { isTemplate: true });

describe.each(VENUE_MANIFESTS)("what a reader copies from the page of $name", (venue) => {
  test.each([
    ["from a strategy", strategyMessage(venue)],
    ["of one fixed order", fixedMessage(venue)],
    ["that cancels", cancelMessage()],
  ])("is a message %s that the webhook accepts as it is", (_, message) => {
    const { problems, repairs } = read(message);
    expect({ problems, repairs }).toEqual({ problems: [], repairs: [] });
    expect(message).toContain(`"account": "${ACCOUNT_PLACE}"`);
  });

  test("takes the fixed order from the venue's manifest, and leaves to TradingView what a strategy decides", () => {
    const { ticker, contracts } = venue.exampleOrder;
    expect(JSON.parse(fixedMessage(venue))).toMatchObject({ ticker, contracts });
    const strategy = strategyMessage(venue);
    for (const placeholder of ["{{ticker}}", "{{strategy.order.action}}", "{{strategy.order.contracts}}"]) {
      expect(strategy).toContain(placeholder);
    }
    expect(strategy).not.toContain(ticker);
  });
});
