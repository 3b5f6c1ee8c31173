import { addMonths } from "@chartrelay/contract";
import { expect, describe, test } from "vitest";
import { grantsOf, newBuyer, notify, ONE_MONTH, paymentOf, refundOf } from "../../../test/buyer.ts";
import { startServer } from "../../../test/server.ts";
import { openTestDatabase } from "../../../test/database.ts";
import { systemClock } from "../../platform/clock.ts";
import { CODES } from "./judge.ts";

const MINUTE_MS = 60_000;

let aheadMs = 0;
const server = await startServer({ parts: { clock: { ...systemClock, nowMs: () => Date.now() + aheadMs } } });
const { database } = server.parts;

describe("a payment", () => {
  test.each(["form", "json"] as const)("that was checked and paid makes its user PRO (%s)", async (format) => {
    const buyer = await newBuyer(server);
    const payment = paymentOf(await buyer.checkout());
    expect((await notify(server, "check", payment, { format })).body).toEqual({ code: 0 });
    expect((await buyer.subscription()).type).toBe("TRIAL");
    expect((await notify(server, "pay", payment, { format })).body).toEqual({ code: 0 });
    const { type, expiration } = await buyer.subscription();
    expect(type).toBe("PRO");
    expect(Math.abs(Date.parse(expiration ?? "") - addMonths(Date.now(), 1))).toBeLessThan(MINUTE_MS);
  });

  // @covers P7 F5
  test("promise 7: the same Pay sent a hundred times in parallel, and again after a restart, makes one grant", async () => {
    const storage = await openTestDatabase();
    const own = await startServer({ parts: { database: storage.database } });
    const buyer = await newBuyer(own);
    const payment = paymentOf(await buyer.checkout());
    await notify(own, "check", payment);
    const answers = await Promise.all(Array.from({ length: 100 }, () => notify(own, "pay", payment)));
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"code":0}']));
    expect(await grantsOf(own, buyer)).toEqual(ONE_MONTH);

    await own.app.http.close();
    const again = await startServer({ parts: { database: storage.database } });
    expect((await notify(again, "pay", payment)).body).toEqual({ code: 0 });
    expect(await grantsOf(again, buyer)).toEqual(ONE_MONTH);
    await again.app.http.close();
    await storage.drop();
  });

  // @covers E17
  test("with a flipped byte, without a signature, or with only the decoded form's signature is refused and changes nothing", async () => {
    const buyer = await newBuyer(server);
    const payment = paymentOf(await buyer.checkout());
    const tampered = [
      { tamper: (body: string) => body.replace("Amount=500.00", "Amount=500.01") },
      { tamper: (body: string) => `${body}&` },
      { headers: {} },
      { headers: { "content-hmac": "" } },
      { headers: { "x-content-hmac": "F47eCStoAHia0bA+R41HkNK096PeeyiocijGfxLgiD4=" } },
    ];
    const stored = "select count(*)::int as count from payment_notifications";
    const before = await database.query(stored);
    for (const kind of ["check", "pay", "fail", "refund"] as const) {
      for (const options of tampered) {
        const { status, body } = await notify(server, kind, payment, options);
        expect([status, body.code]).toEqual([403, "bad_signature"]);
      }
    }
    expect(await database.query(stored)).toEqual(before);
    expect(await grantsOf(server, buyer)).toEqual([]);
  });

  test("that doesn't match its order is refused with the documented code, and changes nothing", async () => {
    const [buyer, other] = [await newBuyer(server), await newBuyer(server)];
    const checkout = await buyer.checkout();
    const others = await other.checkout();
    const cases = [
      [{ Amount: "499.99" }, CODES.wrongAmount],
      [{ Amount: "500.001" }, CODES.wrongAmount],
      [{ Amount: "" }, CODES.wrongAmount],
      [{ Currency: "USD" }, CODES.wrongAmount],
      [{ InvoiceId: "1" }, CODES.unknownOrder],
      [{ InvoiceId: crypto.randomUUID() }, CODES.unknownOrder],
      [{ InvoiceId: others.parameters.externalId }, CODES.wrongAccount],
      [{ AccountId: other.user.id }, CODES.wrongAccount],
      [{ AccountId: "" }, CODES.wrongAccount],
      [{ OperationType: "CardPayout" }, CODES.notAcceptable],
      [{ TransactionId: "one" }, CODES.notAcceptable],
    ] as const;
    for (const [fields, code] of cases) {
      for (const kind of ["check", "pay"] as const) {
        expect([kind, fields, (await notify(server, kind, paymentOf(checkout, fields))).body]).toEqual([
          kind,
          fields,
          { code },
        ]);
      }
    }
    expect(await grantsOf(server, buyer)).toEqual([]);
    expect(await grantsOf(server, other)).toEqual([]);
    expect((await notify(server, "check", paymentOf(checkout))).body).toEqual({ code: 0 });
  });

  test("for an expired order is refused; one that passed Check in time is granted however late it comes", async () => {
    const [late, early] = [await newBuyer(server), await newBuyer(server)];
    const [missed, checked] = [paymentOf(await late.checkout()), paymentOf(await early.checkout())];
    await notify(server, "check", checked);
    aheadMs = 31 * MINUTE_MS;
    const later = { DateTime: new Date(Date.now() + aheadMs).toISOString().slice(0, 19).replace("T", " ") };
    expect((await notify(server, "check", missed)).body).toEqual({ code: CODES.expired });
    expect((await notify(server, "pay", { ...missed, ...later })).body).toEqual({ code: CODES.expired });
    expect((await notify(server, "pay", { ...checked, ...later })).body).toEqual({ code: 0 });
    aheadMs = 0;
    expect((await late.subscription()).type).toBe("TRIAL");
    expect((await early.subscription()).type).toBe("PRO");
  });

  test("for a paid order is refused by Check; if two were taken, both are granted", async () => {
    const buyer = await newBuyer(server);
    const checkout = await buyer.checkout();
    const [first, second] = [paymentOf(checkout), paymentOf(checkout)];
    await Promise.all([first, second].map((payment) => notify(server, "check", payment)));
    await Promise.all([first, second].map((payment) => notify(server, "pay", payment)));
    expect(await grantsOf(server, buyer)).toEqual([...ONE_MONTH, ...ONE_MONTH]);
    expect((await notify(server, "check", paymentOf(checkout))).body).toEqual({ code: CODES.notAcceptable });
  });

  test("that was only held, or failed, grants nothing; the next attempt may succeed", async () => {
    const buyer = await newBuyer(server);
    const checkout = await buyer.checkout();
    const held = paymentOf(checkout, { Status: "Authorized" });
    const failed = { ...paymentOf(checkout), Reason: "InsufficientFunds", ReasonCode: 5051 };
    expect((await notify(server, "pay", held)).body).toEqual({ code: 0 });
    expect((await notify(server, "fail", failed)).body).toEqual({ code: 0 });
    expect((await buyer.subscription()).type).toBe("TRIAL");
    await notify(server, "pay", paymentOf(checkout));
    expect((await buyer.subscription()).type).toBe("PRO");
  });

  test("without real money counts only in the sandbox", async () => {
    const live = await startServer({
      settings: {
        MODE: "live",
        CREDENTIALS_KEYS: `k:${Buffer.alloc(32, 7).toString("base64")}`,
        PUBLIC_URL: "https://chartrelay.example",
      },
    });
    const buyer = await newBuyer(live);
    const checkout = await buyer.checkout();
    for (const kind of ["check", "pay"] as const) {
      expect((await notify(live, kind, paymentOf(checkout))).body).toEqual({ code: CODES.notAcceptable });
    }
    expect((await buyer.subscription()).type).toBe("TRIAL");
    await notify(live, "pay", paymentOf(checkout, { TestMode: 0 }));
    expect((await buyer.subscription()).type).toBe("PRO");
  });

  test("leaves every notification on record, without the card's secrets", async () => {
    const buyer = await newBuyer(server);
    const payment = paymentOf(await buyer.checkout(), { Description: "PRO & more" });
    for (const kind of ["check", "pay", "pay"] as const) await notify(server, kind, payment);
    const rows = await database.query<{ kind: string; code: number; body: string }>(
      "select kind, code, body from payment_notifications where transaction_id = $1 order by seq",
      [payment["TransactionId"]],
    );
    expect(rows.map(({ kind, code }) => [kind, code])).toEqual([
      ["check", 0],
      ["pay", 0],
      ["pay", 0],
    ]);
    expect(JSON.parse(rows[0]?.body ?? "")).toMatchObject({
      InvoiceId: payment["InvoiceId"],
      Description: "PRO & more",
    });
    expect(rows[0]?.body).not.toMatch(/tk_secret_token|IVAN PETROV|12\/30|424242/);
  });
});

describe("a refund", () => {
  test("takes its period back once, and leaves other purchases alone", async () => {
    const buyer = await newBuyer(server);
    const [first, second] = [paymentOf(await buyer.checkout("1m")), paymentOf(await buyer.checkout("3m"))];
    await notify(server, "pay", first);
    const before = (await buyer.subscription()).expiration ?? "";
    await notify(server, "pay", second);
    await Promise.all(
      Array.from({ length: 10 }, () => notify(server, "refund", refundOf(second, { TransactionId: 77 }))),
    );
    expect((await buyer.subscription()).expiration).toBe(before);
    await notify(server, "refund", refundOf(first));
    expect((await buyer.subscription()).type).toBe("TRIAL");
  });

  test("of part of a payment takes nothing back until all of it is refunded", async () => {
    const buyer = await newBuyer(server);
    const payment = paymentOf(await buyer.checkout());
    await notify(server, "pay", payment);
    await notify(server, "refund", refundOf(payment, { Amount: "200.00" }));
    expect((await buyer.subscription()).type).toBe("PRO");
    await notify(server, "refund", refundOf(payment, { Amount: "300.00" }));
    expect((await buyer.subscription()).type).toBe("TRIAL");
  });

  test.each(["cancel", "chargeback"] as const)(
    "by a %s is acknowledged, and takes the period back once all of the money was returned",
    async (kind) => {
      const buyer = await newBuyer(server);
      const payment = paymentOf(await buyer.checkout());
      await notify(server, "pay", payment);
      // A cancellation names its payment only by TransactionId.
      const { TransactionId = 0, Amount = 0, InvoiceId = "", AccountId = "" } = payment;
      const notification = kind === "cancel" ? { TransactionId, Amount, InvoiceId, AccountId } : refundOf(payment);
      expect(
        (await notify(server, kind, { ...notification, Amount: "1.00" }, { tamper: (body) => `${body}0` })).status,
      ).toBe(403);
      expect((await notify(server, kind, { ...notification, Amount: "x" })).body).toEqual({
        code: CODES.notAcceptable,
      });
      expect((await buyer.subscription()).type).toBe("PRO");
      const answers = await Promise.all(Array.from({ length: 10 }, () => notify(server, kind, notification)));
      expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"code":0}']));
      expect((await buyer.subscription()).type).toBe("TRIAL");
      expect(await grantsOf(server, buyer)).toEqual([...ONE_MONTH, { kind: "revert", plan: null }]);
    },
  );

  test("that arrives before its payment, or at the same moment, leaves no access", async () => {
    const buyer = await newBuyer(server);
    const payment = paymentOf(await buyer.checkout());
    await notify(server, "refund", refundOf(payment));
    expect((await notify(server, "pay", payment)).body).toEqual({ code: 0 });
    expect(await grantsOf(server, buyer)).toEqual([]);
    for (let round = 0; round < 5; round += 1) {
      const payment = paymentOf(await buyer.checkout());
      await Promise.all([notify(server, "pay", payment), notify(server, "refund", refundOf(payment))]);
      expect((await buyer.subscription()).type).toBe("TRIAL");
    }
  });
});
