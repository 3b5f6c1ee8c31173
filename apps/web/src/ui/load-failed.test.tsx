import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../test/app.tsx";
import { HttpError } from "../lib/client.ts";
import { LoadFailed } from "./load-failed.tsx";

afterEach(cleanup);

test.each([
  {
    error: { code: "storage_unavailable", detail: "Сейчас не можем сохранить." },
    says: "Сейчас не можем сохранить.",
    code: "storage_unavailable",
  },
  { error: new HttpError(502), says: "Сервер ответил ошибкой.", code: "http_502" },
  { error: new DOMException("late", "TimeoutError"), says: "Сервер не ответил за 10 секунд.", code: "timeout" },
  { error: new TypeError("Failed to fetch"), says: "Нет связи с сервером.", code: "no_connection" },
  { error: undefined, says: "Сервер не вернул данные.", code: "not_loaded" },
])("a failed load says why, what to do, and its code: $code", async ({ error, says, code }) => {
  const onRetry = vi.fn<() => void>();
  await renderPart(<LoadFailed error={error} onRetry={onRetry} />, storeAt(apiThatAnswers({})).store, "ru");
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain(says);
  expect(screen.getByText(code)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Что делать" }).getAttribute("href")).toBe("/faq#not_loaded");
  screen.getByRole("button", { name: "Повторить" }).click();
  expect(onRetry).toHaveBeenCalledOnce();
});
