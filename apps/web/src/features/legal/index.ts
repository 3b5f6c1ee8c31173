export { Document } from "./document.tsx";
export { SellerDetails } from "./seller-details.tsx";
