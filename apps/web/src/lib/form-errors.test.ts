import { expect, test, vi } from "vitest";
import { fieldErrorsOf, placeErrors, placeFieldErrors } from "./form-errors.ts";

const FIELDS = ["email", "password"] as const;
const problem = { code: "validation_failed", errors: { password: "short", email: "taken" } };

test("each message of the API is placed on its field, and the first such field takes the focus", () => {
  const setError = vi.fn<(...placed: unknown[]) => void>();
  expect(placeFieldErrors<{ email: string; password: string }>(problem, FIELDS, setError)).toBe(true);
  expect(setError.mock.calls).toEqual([
    ["email", { type: "server", message: "taken" }, { shouldFocus: true }],
    ["password", { type: "server", message: "short" }, { shouldFocus: false }],
  ]);
});

test("a message without a field on the form goes to the form as a whole", () => {
  const setError = vi.fn<(...placed: unknown[]) => void>();
  const error = { errors: { captcha: "missing" } };
  expect(placeFieldErrors<{ email: string; password: string }>(error, FIELDS, setError)).toBe(false);
  expect(setError).not.toHaveBeenCalled();
});

test.each([undefined, "text", new Error("network"), { errors: null }, { errors: [1] }])(
  "an error that isn't about a form (%s) has no field errors",
  (error) => {
    expect(fieldErrorsOf(error)).toEqual({});
  },
);

test("a message without a field is shown above the button: the API's words, or the form's own", () => {
  const setError = vi.fn<(...placed: unknown[]) => void>();
  const place = (error: unknown) =>
    placeErrors<{ email: string; password: string }>(error, FIELDS, setError, "it failed");
  place(problem);
  expect(setError.mock.calls.map(([field]) => field)).toEqual(["email", "password"]);
  place({ code: "too_many_attempts", detail: "Try again in a minute." });
  place(new Error("network"));
  expect(setError.mock.calls.slice(2)).toEqual([
    ["root", { type: "too_many_attempts", message: "Try again in a minute." }],
    ["root", { type: "failed", message: "it failed" }],
  ]);
});
