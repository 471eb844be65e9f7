//! What GDAL writes beside the standard tags: the mark for missing data (tag 42113) and, in a small
//! XML text (tag 42112), scale, offset and unit of the stored numbers. A height is
//! `stored * scale + offset`. LOLA's global map of the Moon, for one, stores half metres so.

use super::error::Problem;

/// How a stored number becomes metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ValueScale {
    pub(super) scale: f64,
    pub(super) offset: f64,
}

impl ValueScale {
    /// Metres as stored.
    pub(super) const METRES: Self = Self { scale: 1.0, offset: 0.0 };

    /// Takes what the XML text says; `vertical_unit_m` is the unit of the coordinate system and
    /// counts where the text names none.
    pub(super) fn from_metadata(xml: &str, vertical_unit_m: f64) -> Result<Self, Problem> {
        let unit = match item(xml, "unittype") {
            Some(name) => unit_m(name)?,
            None => vertical_unit_m,
        };
        let scale = number(xml, "scale")?.unwrap_or(1.0);
        let offset = number(xml, "offset")?.unwrap_or(0.0);
        if scale == 0.0 {
            return Err(Problem::BadGeoreference { reason: "the scale of heights is 0".into() });
        }
        Ok(Self { scale: scale * unit, offset: offset * unit })
    }

    /// Metres of a stored number.
    pub(super) fn metres(&self, stored: f64) -> f64 {
        stored * self.scale + self.offset
    }
}

fn number(xml: &str, role: &str) -> Result<Option<f64>, Problem> {
    let Some(text) = item(xml, role) else { return Ok(None) };
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Some(value)),
        _ => {
            Err(Problem::BadGeoreference { reason: format!("the {role} of heights is \"{text}\"") })
        }
    }
}

/// Text of the first `<Item … role="ROLE">TEXT</Item>`; there is one band, so the first is ours.
fn item<'a>(xml: &'a str, role: &str) -> Option<&'a str> {
    let attribute = format!("role=\"{role}\"");
    xml.split("<Item").skip(1).find_map(|element| {
        let (attributes, rest) = element.split_once('>')?;
        let (text, _) = rest.split_once("</Item>")?;
        attributes.contains(&attribute).then_some(text.trim())
    })
}

pub(super) fn unit_m(name: &str) -> Result<f64, Problem> {
    match name.to_ascii_lowercase().as_str() {
        "" | "m" | "metre" | "meter" | "metres" | "meters" => Ok(1.0),
        "km" | "kilometre" | "kilometer" => Ok(1000.0),
        "cm" | "centimetre" | "centimeter" => Ok(0.01),
        "ft" | "foot" | "feet" | "international foot" => Ok(0.3048),
        "us survey foot" | "us-ft" | "us_survey_foot" | "sfoot" => Ok(1200.0 / 3937.0),
        _ => Err(Problem::Unit { what: "the vertical", unit: name.into() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const XML: &str = r#"<GDALMetadata>
  <Item name="OFFSET" sample="0" role="offset">10</Item>
  <Item name="SCALE" sample="0" role="scale">0.5</Item>
  <Item name="UNITTYPE" sample="0" role="unittype">km</Item>
</GDALMetadata>"#;

    #[test]
    fn scale_offset_and_unit_make_metres() {
        let scale = ValueScale::from_metadata(XML, 1.0).unwrap();
        assert_eq!(scale.metres(3.0), 11_500.0);
    }

    #[test]
    fn metadata_without_roles_leave_the_numbers_alone() {
        let xml = r#"<GDALMetadata><Item name="DataType">Generic</Item></GDALMetadata>"#;
        assert_eq!(ValueScale::from_metadata(xml, 1.0).unwrap(), ValueScale::METRES);
    }

    #[test]
    fn an_unknown_unit_is_an_error_that_names_it() {
        let xml = r#"<Item role="unittype">cubit</Item>"#;
        let problem = ValueScale::from_metadata(xml, 1.0).unwrap_err();
        assert!(problem.to_string().contains("cubit"));
    }
}
