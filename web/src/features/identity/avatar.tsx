// The signed-in person's picture or, without one, their initial.
import { useState } from 'react'
import classes from './account-menu.module.css'

type AvatarProps = { readonly picture: string; readonly name: string; readonly email: string }

export const Avatar = ({ picture, name, email }: AvatarProps) => {
  const [broken, setBroken] = useState(false)
  if (picture === '' || broken) {
    return (
      <span className={classes.avatar} aria-hidden="true">
        {(name || email).trim().charAt(0).toUpperCase()}
      </span>
    )
  }
  return (
    <img
      className={classes.avatar}
      src={picture}
      alt=""
      width={34}
      height={34}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  )
}
