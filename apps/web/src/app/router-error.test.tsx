import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, data, type LoaderFunction } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RouterError } from "./router-error.tsx";

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(cleanup);

/** Opens an address in a router whose only route is "/", with this loader. */
async function show(address: string, loader: LoaderFunction = () => null) {
  const router = createMemoryRouter(
    [{ path: "/", loader, Component: () => <p>the page</p>, ErrorBoundary: RouterError }],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  expect((await screen.findByRole("heading")).textContent).toBe("Unexpected Application Error!");
  return { router, said: () => screen.getByRole("heading").nextElementSibling?.textContent };
}

// @covers S2.20 S8.14
test("an address without a route shows its status", async () => {
  const { said } = await show("/nowhere");
  expect(said()).toBe('404 Error: No route matches URL "/nowhere"');
});

// @covers S8.15
test("a route that doesn't take a request's method shows 405 Method Not Allowed", async () => {
  const router = createMemoryRouter([{ path: "/", Component: () => <p>the page</p>, ErrorBoundary: RouterError }]);
  render(<RouterProvider router={router} />);
  await router.navigate("/", { formMethod: "post", formData: new FormData() });
  expect((await screen.findByRole("heading")).textContent).toBe("Unexpected Application Error!");
  expect(screen.getByText(/^405 /)).toBeTruthy();
});

// @covers S8.15
test.each([
  { status: 400, statusText: "Bad Request" },
  { status: 403, statusText: "Forbidden" },
])("a route's answer $status shows its status and text", async ({ status, statusText }) => {
  const { said } = await show("/", () => {
    throw data(null, { status, statusText });
  });
  expect(said()).toBe(`${status} ${statusText}`);
});

// @covers S2.20
test("a thrown error shows its message, and never its stack", async () => {
  const { said } = await show("/", () => {
    throw new Error("the chunk didn't load");
  });
  expect(said()).toBe("the chunk didn't load");
});
