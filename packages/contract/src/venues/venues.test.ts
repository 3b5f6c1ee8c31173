import { expect, test } from "vitest";
import { ORDER_TYPES, TIMES_IN_FORCE, VENUES, type OrderType } from "../enumerations.ts";
import { ORDER_MESSAGE_FIELDS, requiredFields } from "../message/message-fields.ts";
import { VENUE_PAGES } from "../pages.ts";
import { isFieldSupported, manifestOf, orderTypesOf, VENUE_MANIFESTS } from "./index.ts";
import { FIFTH_VENUE, FIVE_VENUES } from "./fifth-venue.fixture.ts";

// @covers S1.31 S3.30
test("every venue has one manifest, and Alor is offered first", () => {
  const names = VENUE_MANIFESTS.map(({ name }) => name);
  expect(names.toSorted()).toEqual(VENUES.toSorted());
  expect(names[0]).toBe("ALOR_BROKER");
  for (const name of VENUES) expect(manifestOf(name).name).toBe(name);
});

test("a venue that isn't in the list has no manifest", () => {
  expect(manifestOf(FIFTH_VENUE.name, FIVE_VENUES)).toBe(FIFTH_VENUE);
  expect(() => manifestOf(FIFTH_VENUE.name)).toThrow("FIFTH_VENUE has no manifest");
});

test("every venue has a page of its own", () => {
  expect(VENUE_MANIFESTS.map(({ page }) => page)).toEqual(VENUE_PAGES);
});

test("no two addresses share a setting, unless they are the same address", () => {
  const urls = new Map<string, string>();
  for (const { setting, ownUrl } of VENUE_MANIFESTS.flatMap(({ addresses }) => Object.values(addresses))) {
    expect(urls.get(setting) ?? ownUrl).toBe(ownUrl);
    urls.set(setting, ownUrl);
  }
  expect([...urls.keys()].toSorted()).toEqual([
    "ALOR_API_URL",
    "ALOR_DEMO_API_URL",
    "ALOR_DEMO_OAUTH_URL",
    "ALOR_OAUTH_URL",
    "BINANCE_FUTURES_API_URL",
    "BINANCE_FUTURES_DEMO_API_URL",
    "BINANCE_FUTURES_DEMO_STREAM_URL",
    "BINANCE_FUTURES_STREAM_URL",
    "BINANCE_SPOT_API_URL",
    "BINANCE_SPOT_DEMO_API_URL",
    "BINANCE_SPOT_DEMO_STREAM_URL",
    "BINANCE_SPOT_STREAM_URL",
    "TINKOFF_API_URL",
    "TINKOFF_DEMO_API_URL",
  ]);
});

test.each(VENUE_MANIFESTS)("$name supports every field that its order types require", (venue) => {
  for (const type of orderTypesOf(venue)) {
    expect(requiredFields(type).filter((field) => !isFieldSupported(venue, type, field))).toEqual([]);
  }
});

test.each(VENUE_MANIFESTS)("$name offers times in force only for orders that may have one", (venue) => {
  for (const [type, times] of Object.entries(venue.timesInForce)) {
    expect(isFieldSupported(venue, type as OrderType, "timeInForce")).toBe(true);
    for (const time of times) expect(TIMES_IN_FORCE).toContain(time);
  }
});

test("an order type supports only the fields listed for it, and an unlisted type supports none", () => {
  const supported = (type: OrderType) =>
    ORDER_MESSAGE_FIELDS.filter((field) => isFieldSupported(FIFTH_VENUE, type, field));
  const always = ["account", "ticker", "direction", "type", "contracts", "price", "id"];
  expect(ORDER_TYPES.map((type) => supported(type).filter((field) => !always.includes(field)))).toEqual([
    [],
    ["icebergFixed"],
    ["condition", "triggerPrice"],
    [],
  ]);
  for (const type of ORDER_TYPES) expect(supported(type)).toEqual(expect.arrayContaining(always));
});

test.each(VENUE_MANIFESTS)(
  "$name leads to its own pages over TLS, and never from a demo order to a live account",
  (venue) => {
    const { live, demo } = venue.terminal;
    for (const page of [live, demo]) if (page) expect(new URL(page.url).protocol).toBe("https:");
    expect(live).not.toBeNull();
    if (demo) expect(new URL(demo.url).host).not.toBe(new URL(live?.url ?? "").host);
  },
);
