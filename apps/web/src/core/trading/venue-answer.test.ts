import { expect, test } from "vitest";
import { answerInWords } from "./venue-answer.ts";

test.each([
  ["Alor accepts", { message: "success", orderNumber: "18995978560" }, "success · 18995978560"],
  [
    "Alor refuses",
    { code: "OrderTooExpensive", message: "Недостаточно средств" },
    "Недостаточно средств (OrderTooExpensive)",
  ],
  [
    "Alor repeats its first answer",
    {
      message: "Request was already processed",
      oldResponse: { statusCode: 200, body: { message: "success", orderNumber: 7 } },
    },
    "success · 7",
  ],
  [
    "T-Invest accepts",
    { orderId: "R123", executionReportStatus: "EXECUTION_REPORT_STATUS_FILL", message: "" },
    "FILL · R123",
  ],
  ["T-Invest refuses", { code: 3, message: "Not enough assets", description: "30042" }, "Not enough assets (30042)"],
  ["Binance accepts", { symbol: "BTCUSDT", orderId: 28, status: "FILLED", fills: [{ price: "1" }] }, "FILLED · 28"],
  [
    "Binance refuses",
    { code: -2010, msg: "Account has insufficient balance." },
    "Account has insufficient balance. (-2010)",
  ],
  ["we know better tickers", { candidates: ["ETHUSDT.P", "ETHUSDT"] }, "candidates: ETHUSDT.P, ETHUSDT"],
])("%s", (_, answer, words) => {
  expect(answerInWords(JSON.stringify(answer))).toBe(words);
});

test("what isn't JSON is shown as it is, and of a gateway's page its title", () => {
  expect(answerInWords(" Too many requests ")).toBe("Too many requests");
  expect(answerInWords("<html><head><title>502 Bad Gateway</title></head><body>…</body></html>")).toBe(
    "502 Bad Gateway",
  );
  expect(answerInWords('{"message":"cut o')).toBe('{"message":"cut o');
});
