/** The list as a file. That the embedded database too reads a long one whole is in list.test.ts. */
import { expect, test } from "vitest";
import { startServer } from "../../../test/server.ts";
import { storeOrders } from "./stored-orders.fixture.ts";

const server = await startServer();

test("the file has the whole list under the same filter, in the reader's language", async () => {
  const user = await server.signUp();
  await storeOrders(server, user, 2_500);
  const file = await user.api.get("/orders/me/csv?venue=BINANCE_SPOT", { "accept-language": "ru" });
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="orders.csv"');
  const [head, ...lines] = file.text.trimEnd().split("\r\n");
  expect(head).toBe(
    "Дата (UTC),Биржа,Счёт,Название счёта,Конец ключа,Среда,Тикер,Направление,Тип,Цена,Количество,Статус,Причина,Ответ сервера," +
      '"От приёма до отправки, мс","От отправки до ответа, мс",Номер,Прочие поля',
  );
  expect(lines).toHaveLength(250);
  expect(lines[0]).toMatch(
    /^2026-01-02T17:40:00\.000Z,Binance Spot,…nt-0,,,реальная,BTCUSDT,продажа,лимитная,2500,1,принята,,"\{""answer"":""no-2500""\}",,,/,
  );
});

test("a file of many orders starts at once and is streamed", async () => {
  const user = await server.signUp();
  const count = 20_000;
  await storeOrders(server, user, count);
  /** Reads the file, and returns which part of its time went by until the first byte. */
  const untilFirstByte = async () => {
    const startedAt = performance.now();
    const answer = await fetch(`${server.url}/api/v1/orders/me/csv?ticker=sber`, {
      headers: { authorization: `Bearer ${user.token}` },
    });
    let [firstMs, lines] = [0, 0];
    for await (const piece of answer.body ?? []) {
      firstMs ||= performance.now() - startedAt;
      for (const byte of piece) if (byte === 10) lines += 1;
    }
    expect(lines - 1).toBe(count * 0.9);
    return firstMs / (performance.now() - startedAt);
  };
  // The best of up to five readings: whatever else the machine does meanwhile.
  let least = 1;
  for (let readings = 0; readings < 5 && least >= 1 / 4; readings++) least = Math.min(least, await untilFirstByte());
  expect(least).toBeLessThan(1 / 4);
});

test("the file says whether each order went to a demo or a live account", async () => {
  const user = await server.signUp();
  await storeOrders(server, user, 1);
  await server.parts.database.query("update orders set is_demo = false where user_id = $1", [user.id]);
  const [head = "", line = ""] = (await user.api.get("/orders/me/csv")).text.split("\r\n");
  expect(line.split(",")[head.split(",").indexOf("Environment")]).toBe("live");
});
