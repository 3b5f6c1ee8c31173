export { loadConsents, loadSubscription } from "./api.ts";
export { checkoutAddress, chosenCheckout } from "./checkout-page.ts";
export { Checkout } from "./checkout.tsx";
export { MissingDocuments } from "./missing-documents.tsx";
export { PaymentEnd } from "./payment-end.tsx";
export { PeriodSelector } from "./period-selector.tsx";
export { selectSubscription, setSubscription, subscriptionReducer } from "./slice.ts";
export { SubscriptionBlock } from "./subscription-block.tsx";
