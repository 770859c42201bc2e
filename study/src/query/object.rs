//! Objects inside others as they are written. A derived reader would also take a list of the fields.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor},
};

/// An object and nothing else, for `deserialize_with`.
///
/// # Errors
/// If it is something else, or a field is wrong.
pub fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    from.deserialize_map(ObjectOf(PhantomData))
}

/// The same, or `null`.
///
/// # Errors
/// If it is something else, or a field is wrong.
pub fn optional<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    from.deserialize_any(OptionOf(PhantomData))
}

struct ObjectOf<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectOf<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

struct OptionOf<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OptionOf<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_unit<E: Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Option<T>, A::Error> {
        ObjectOf(PhantomData).visit_map(map).map(Some)
    }
}
