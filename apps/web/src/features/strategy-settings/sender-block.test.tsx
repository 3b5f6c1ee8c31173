import { cleanup, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { afterEach, expect, test } from "vitest";
import { apiThatAnswers, renderPart, storeAt } from "../../../test/app.tsx";
import { SiteProvider } from "../../core/site.ts";
import { SenderBlock } from "./sender-block.tsx";
import { newValues, type SettingsValues } from "./values.ts";

afterEach(cleanup);

function Form({ values, children }: { readonly values: Partial<SettingsValues>; readonly children: ReactNode }) {
  const form = useForm<SettingsValues>({ defaultValues: { ...newValues("UTC"), ...values } });
  return <FormProvider {...form}>{children}</FormProvider>;
}

const show = (seesCertificates: boolean, values: Partial<SettingsValues> = {}) =>
  renderPart(
    <SiteProvider value={{ brand: "Chartrelay", ...(seesCertificates && { seesCertificates }) }}>
      <Form values={values}>
        <SenderBlock />
      </Form>
    </SiteProvider>,
    storeAt(apiThatAnswers({})).store,
  );

test("TradingView's certificate may be required where the installation sees it, and isn't at first", async () => {
  await show(true);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Show it only/ }).checked).toBe(true);
  expect(screen.getByRole("radio", { name: /^Required/ })).toBeTruthy();
});

test("where the installation doesn't see certificates, the choice isn't offered", async () => {
  await show(false);
  expect(screen.queryByRole("radiogroup")).toBeNull();
});

test("a strategy that requires what the installation no longer sees says so, and how to trade again", async () => {
  await show(false, { clientCertificate: "required" });
  expect(screen.getByText(/every signal of this strategy is refused/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Required/ }).checked).toBe(true);
});
