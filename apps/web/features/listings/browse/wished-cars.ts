import type { User } from '@carhouse/contract/accounts';
import type { Client } from '@carhouse/contract/client';
import { productById } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { myWish, wishLists } from '@carhouse/contract/wishes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../../app/api.ts';
import { invalidate } from '../../../app/call-query.ts';
import { toastError, toastSuccess } from '../../../app/toasts.tsx';
import { type WishedCar, wishedCarsQuery } from '../../wishes/wish-queries.ts';

/** Returns the id of the user's wish for a car, undefined without a wish, and the function that adds the wish. */
export function useWish(id: string, user: User) {
  const client = useClient();
  const queryClient = useQueryClient();
  const query = wishedCarsQuery(client, user.email);
  const { data: wishId } = useQuery({
    ...query,
    select: (cars) => cars.find(({ productId }) => productId === id)?._id,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: () => addWish(client, id, user),
    onSuccess: (newWishId) => {
      toastSuccess(texts.toasts.wished);
      queryClient.setQueryData(query.queryKey, (cars: WishedCar[] = []) => [
        ...cars.filter(({ productId }) => productId !== id),
        { _id: newWishId, productId: id },
      ]);
      // Pages that list the cars on the user's wish list fetch their list again.
      return invalidate(queryClient, myWish);
    },
    onError: (error) => toastError(error.message),
  });
  return { wishId, isBusy: isPending, add: () => mutate() };
}

/** Fetches the product by its id, then posts the wish (specification, section 4). @returns the id of the wish */
async function addWish(client: Client, id: string, user: User): Promise<string> {
  const car = await client(productById, { params: { id } });
  const wishAnswer = await client(wishLists, {
    body: {
      productId: car._id,
      author: car.author,
      ...(car.email === undefined ? {} : { authorEmail: car.email }),
      productImage: car.image,
      authorLocation: car.location,
      originalPrice: car.originalPrice,
      resalePrice: car.resalePrice,
      postedTime: car.time,
      productTitle: car.title,
      yearOfPurchase: car.yearOfPurchase,
      yearsOfUse: car.yearsOfUse,
      category: car.category,
      description: car.description,
      email: user.email,
      wisher: user.role,
    },
  });
  return wishAnswer.insertedId;
}
