/**
 * The texts of the specification in its exact words, including its spelling mistakes. Screens, the server and the tests
 * read the specification's texts from this file and from `validation-texts.ts`; no other file may repeat the texts. A
 * trailing space is part of the specification's text.
 */
export const texts = {
  brandName: 'Car House',
  /**
   * The name of the site in the footer and the drawer, which differs from the name in all other places (specification,
   * section 1).
   */
  footerName: 'Resale House',
  loading: 'Loading',
  hero: {
    heading: 'Welcome to Deshboard',
    paragraph:
      'Looking for used cars for sale in Singapore from used car dealers? Compare prices and info, and book a viewing.',
  },
  comingSoon: 'Comming soon',
  seeMore: 'See More',
  productCategory: 'Product Category',
  previews: { rolls: 'Rolls_Royce', mercedes: 'Mercedes_Benz', teslas: 'TESLA' },
  bookNow: 'Book Now',
  addToWishList: 'Add To Wish List',
  confirm: 'Confirm',
  myOrders: { total: (count: number): string => `My Total orders : ${count}`, pay: 'Pay', paid: 'Paid' },
  payment: { heading: 'Payment Now', please: (price: string): string => `Please pay: ${price}`, pay: 'Pay' },
  drawer: {
    profile: 'My Profile',
    addProduct: 'Add Product',
    myProducts: 'My Products',
    myBuyers: 'My Buyers',
    myOrders: 'My Orders',
    myWishList: 'My WhishList',
    allBuyers: 'All Buyers',
    allSellers: 'All Sellers',
    createUser: 'Create an User',
  },
  myBuyers: 'My Buyers who buy my products',
  addProduct: 'Add product',
  advertiseNow: 'Advertise Now',
  available: 'Available',
  buyNow: 'Buy Now',
  people: {
    sureToDelete: (role: string): string => `Are You Sure To Delete This ${role} ?`,
    delete: 'Delete',
    cancel: 'Cancel',
    verify: 'Verify',
    verified: 'Verified',
    createConfirm: 'Create Confirm',
  },
  notFound: {
    code: '404',
    sorry: "Sorry, we couldn't find this page.",
    but: 'But dont worry, you can find plenty of other things on our homepage.',
    back: 'Back to home',
  },
  toasts: {
    loginFailed: 'Sorry! Try again with valid user',
    loginDone: 'Successfully Login.',
    googleDone: 'Successfully Login!',
    registered: 'Registration Successful',
    booked: 'Successfully added a new Product!!',
    wished: 'You are successfully added your new wishing product',
    productCreated: 'Successfully created a new Product!!',
    userCreated: 'You are successfully added a new user',
    paid: 'Your Payment Successfully Done!',
    deleted: (email: string): string => `${email} delete successfully!!`,
    verified: 'successfully verified this seller! ',
    signedOut: 'Log Out!',
    notAdmin: 'Ohh, sorry! You are not an admin!',
  },
} as const;
